// What was dropped or chosen, as archives to upload: archives as they are, a folder zipped here, since an upload takes one file (§0C.20).

import { Zip, ZipDeflate } from 'fflate'

/** Something to bring over: one archive, or the files of one folder. */
export interface Bundle {
  name: string
  files: readonly BundleFile[]
  /** It is a file as it is and needs no packing. */
  archive?: File
}

export interface BundleFile {
  path: string
  file: File
}

/** Folders that no skill is made of. */
const LEFT_OUT = new Set(['.git', 'node_modules', '__MACOSX', '.DS_Store'])
const kept = (path: string): boolean => !path.split('/').some((part) => LEFT_OUT.has(part))

/** The bundles of a drop. Folders are read to their end; must be begun while the event is handled. */
export async function bundlesOfDrop(data: DataTransfer): Promise<Bundle[]> {
  const entries = [...data.items].map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null)).filter((entry): entry is FileSystemEntry => entry !== null)
  if (entries.length === 0) return bundlesOfFiles([...data.files])
  return Promise.all(entries.map(async (entry) => (isFolder(entry) ? { name: entry.name, files: await readFolder(entry, '') } : single(await fileOf(entry as FileSystemFileEntry)))))
}

/** The bundles of a chosen folder (its files carry their paths) or of chosen files. */
export function bundlesOfFiles(files: readonly File[]): Bundle[] {
  const folders = new Map<string, BundleFile[]>()
  const rest: Bundle[] = []
  for (const file of files) {
    // Not every web view knows folders.
    const [folder, ...path] = (file.webkitRelativePath as string | undefined)?.split('/') ?? []
    if (!folder || path.length === 0) rest.push(single(file))
    else if (kept(path.join('/'))) folders.set(folder, [...(folders.get(folder) ?? []), { path: path.join('/'), file }])
  }
  return [...[...folders].map(([name, inside]) => ({ name, files: inside })), ...rest]
}

/** A SKILL.md alone is a skill too; every other file goes as it is, and the engine says whether it is an archive. */
const single = (file: File): Bundle => (file.name === 'SKILL.md' ? { name: 'skill', files: [{ path: 'SKILL.md', file }] } : { name: file.name, files: [{ path: file.name, file }], archive: file })

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, fail) => entry.file(done, fail))

async function readFolder(folder: FileSystemDirectoryEntry, under: string): Promise<BundleFile[]> {
  const reader = folder.createReader()
  const files: BundleFile[] = []
  for (;;) {
    // It gives so many at a time, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (entries.length === 0) return files
    for (const entry of entries) {
      if (LEFT_OUT.has(entry.name)) continue
      const path = under + entry.name
      if (isFolder(entry)) files.push(...(await readFolder(entry, `${path}/`)))
      else files.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
    }
  }
}

export const sizeOf = ({ files }: Bundle): number => files.reduce((sum, { file }) => sum + file.size, 0)

/** The archive to send, under the name that the engine accepts. */
export async function packed(bundle: Bundle, signal: AbortSignal, onProgress: (share: number) => void): Promise<{ archive: Blob; name: string }> {
  if (bundle.archive) return { archive: bundle.archive, name: bundle.archive.name }
  const pieces: Array<Uint8Array<ArrayBuffer>> = []
  const zip = new Zip()
  const whole = new Promise<void>((done, fail) => {
    zip.ondata = (error, piece, last) => {
      if (error) fail(error)
      else pieces.push(piece as Uint8Array<ArrayBuffer>)
      if (last) done()
    }
  })
  const total = Math.max(1, sizeOf(bundle))
  let read = 0
  for (const { path, file } of bundle.files) {
    signal.throwIfAborted()
    const entry = new ZipDeflate(path, { level: 6 })
    // The same folder gives the same archive.
    entry.mtime = new Date(1980, 0, 1)
    zip.add(entry)
    entry.push(new Uint8Array(await file.arrayBuffer()), true)
    read += file.size
    onProgress(read / total)
  }
  zip.end()
  await whole
  return { archive: new Blob(pieces, { type: 'application/zip' }), name: `${bundle.name}.zip` }
}
