// How the interface reaches the engine. Two hosts implement it: the desktop window and a browser
// over HTTP.

import type { BackendError } from './errors'

/**
 * One frame of a server-sent stream, whichever host carried it. `data` is text, or JSON that the
 * host has parsed.
 */
export interface Frame {
  id?: string
  event: string
  data: unknown
}

export interface StreamListener {
  onOpen?(): void
  onFrame(frame: Frame): void
  /**
   * At most once, and never after the stream was closed by us. Without an error the stream came to
   * its own end.
   */
  onEnd(error?: BackendError): void
}

export interface UploadOptions {
  signal: AbortSignal
  onProgress(share: number): void
}

export interface Transport {
  readonly host: 'window' | 'browser'
  fetch(request: Request): Promise<Response>
  /**
   * Sends files as the parts of a form; `onProgress` hears the share of 1 that went out, where the
   * host can tell.
   */
  upload(path: string, form: FormData, options: UploadOptions): Promise<Response>
  /** Opens a stream; the answer closes it. */
  open(path: string, lastEventId: string | undefined, listener: StreamListener): () => void
  /** Keeps a file for the person; answers where it is, in words. */
  save(name: string, text: string): Promise<string>
  /**
   * Hands over a file that the engine made. Only where there is no desktop that could choose a
   * place for it.
   */
  download?(path: string, name: string): Promise<void>
  /** What a desktop can do and a browser cannot. */
  readonly desktop?: Desktop
}

export interface DesktopState {
  version: string
  autostart: boolean
  /** Why there is no sign in the tray, and what to do. */
  tray_problem: string | null
  notification_problem: string | null
}

/** What the shell says by itself. */
export type DesktopEvent =
  | { kind: 'go'; path: string; search: Record<string, string>; note: string | null }
  | { kind: 'close_asked' }
  | { kind: 'mark_step' }
  /** Files are held over the window, or no longer. */
  | { kind: 'dragged'; over: boolean }
  | { kind: 'dropped'; offered: readonly DesktopFile[] }

/** A file or folder that the person dropped on the window or chose. */
export interface DesktopFile {
  id: number
  name: string
  /** What the archive of it is called. */
  file: string
  folder: boolean
}

export interface Desktop {
  state(): Promise<DesktopState>
  setAutostart(on: boolean): Promise<void>
  /** In the file manager; only a folder that the engine names. */
  openFolder(path: string): Promise<void>
  /** Where the person wants a file written; `undefined`: nowhere. */
  chooseFile(name: string): Promise<string | undefined>
  /** `undefined`: the person thought better of it. */
  chooseFolder(): Promise<DesktopFile | undefined>
  /**
   * The same as `upload`, with what was offered as the part `bundle` of the form; the shell reads
   * it, and packs a folder before anything of it goes.
   */
  uploadFile(
    offered: DesktopFile,
    path: string,
    form: FormData,
    options: UploadOptions,
  ): Promise<Response>
  /** The answer ends it. */
  listen(onWord: (word: DesktopEvent) => void): () => void
  closeWindow(answer: 'background' | 'quit' | 'cancel'): void
}

let current: Transport | undefined

/** Chosen once at start-up (and by each test). */
export function setTransport(transport: Transport): void {
  current = transport
}

export function transport(): Transport {
  if (!current) throw new Error('setTransport was not called')
  return current
}
