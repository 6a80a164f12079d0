// Bundles from dropped or chosen files: archives unchanged, folders as a zip, because an upload is
// one file (§0C.20).

import { Zip, ZipDeflate } from 'fflate'
import { BackendError } from '#ui/backend/errors'
import { say } from '#ui/lib/say'

/** A bundle to upload: one archive, or the files of one folder. */
export interface Bundle {
  name: string
  files: readonly BundleFile[]
  /** Set when the file is uploaded unchanged. */
  archive?: File
}

interface BundleFile {
  path: string
  file: File
}

/** The limits of the engine for one bundle. Larger ones are neither read nor packed. */
export const MAX_BYTES = 100 * 1024 * 1024
export const MAX_FILES = 2000

const refuse = (message: string, details: object): never => {
  throw new BackendError({ code: 'SKILL_IMPORT_FILE_TOO_LARGE', message, details })
}

function checkLimits(bundle: Bundle): void {
  const { name } = bundle
  if (sizeOf(bundle) > MAX_BYTES)
    refuse(say('{name} is larger than 100 MB. That is the limit.', { name }), {
      max_bytes: MAX_BYTES,
    })
  if (bundle.files.length > MAX_FILES)
    refuse(say('{name} has more than 2,000 files. That is the limit.', { name }), {
      max_files: MAX_FILES,
    })
}

/** Names that are never part of a skill. */
const EXCLUDED = new Set(['.git', 'node_modules', '__MACOSX', '.DS_Store'])
const isIncluded = (path: string): boolean => !path.split('/').some((part) => EXCLUDED.has(part))

/** The bundles of a drop. Reads folders recursively. Must be called while the event is handled. */
export async function bundlesOfDrop(data: DataTransfer): Promise<Bundle[]> {
  const entries = [...data.items]
    .map((item) => (item.kind === 'file' ? item.webkitGetAsEntry() : null))
    .filter((entry): entry is FileSystemEntry => entry !== null)
  if (entries.length === 0) return bundlesOfFiles([...data.files])
  return Promise.all(
    entries.map(async (entry) =>
      isFolder(entry)
        ? folderBundle(entry)
        : bundleOfFile(await fileOf(entry as FileSystemFileEntry)),
    ),
  )
}

/** The bundles of a chosen folder (its files carry their paths) or of chosen files. */
export function bundlesOfFiles(files: readonly File[]): Bundle[] {
  const folders = new Map<string, BundleFile[]>()
  const rest: Bundle[] = []
  for (const file of files) {
    // Some web views do not support folders.
    const [folder, ...path] = (file.webkitRelativePath as string | undefined)?.split('/') ?? []
    if (!folder || path.length === 0) rest.push(bundleOfFile(file))
    else if (isIncluded(path.join('/')))
      folders.set(folder, [...(folders.get(folder) ?? []), { path: path.join('/'), file }])
  }
  return [...[...folders].map(([name, inside]) => ({ name, files: inside })), ...rest]
}

/**
 * A single SKILL.md is packed as a skill. Any other file is uploaded unchanged; the engine says
 * whether it is an archive.
 */
const bundleOfFile = (file: File): Bundle =>
  file.name === 'SKILL.md'
    ? { name: 'skill', files: [{ path: 'SKILL.md', file }] }
    : { name: file.name, files: [{ path: file.name, file }], archive: file }

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((done, fail) => entry.file(done, fail))

async function folderBundle(folder: FileSystemDirectoryEntry): Promise<Bundle> {
  const files: BundleFile[] = []
  await readFolder(folder, '', files)
  return { name: folder.name, files }
}

/** Adds the files of a folder, and stops above the limit. */
async function readFolder(
  folder: FileSystemDirectoryEntry,
  under: string,
  files: BundleFile[],
): Promise<void> {
  const reader = folder.createReader()
  for (;;) {
    // The reader returns entries in batches, and an empty one at the end.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    )
    if (entries.length === 0) return
    for (const entry of entries) {
      if (files.length > MAX_FILES) return
      if (EXCLUDED.has(entry.name)) continue
      const path = under + entry.name
      if (isFolder(entry)) await readFolder(entry, `${path}/`, files)
      else files.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
    }
  }
}

const sizeOf = ({ files }: Bundle): number => files.reduce((sum, { file }) => sum + file.size, 0)

/** Packs a bundle. Throws `SKILL_IMPORT_FILE_TOO_LARGE` before it reads anything. */
export async function packBundle(
  bundle: Bundle,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ archive: Blob; name: string }> {
  checkLimits(bundle)
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
    // A fixed time stamp, so that the same folder gives the same archive.
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
