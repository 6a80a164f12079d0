// How the interface reaches the engine. Two hosts implement it: the desktop window, and a browser
// over HTTP.

import type { BackendError } from './errors'
import type { CloseAnswer, DesktopEvent, DesktopFile, DesktopState } from './shell.gen'

export type { DesktopEvent, DesktopFile, DesktopState }

/** One frame of an event stream. `data` is text, or JSON that the host has already parsed. */
export interface Frame {
  id?: string
  event: string
  data: unknown
}

export interface StreamListener {
  onOpen?(): void
  onFrame(frame: Frame): void
  /**
   * Called at most once, and never after the caller closed the stream. Without an error, the stream
   * ended normally.
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
   * Sends a multipart form. `onProgress` receives a share from 0 to 1 where the host reports
   * progress.
   */
  upload(path: string, form: FormData, options: UploadOptions): Promise<Response>
  /** Opens a stream. Returns a function that closes it. */
  open(path: string, lastEventId: string | undefined, listener: StreamListener): () => void
  /** Saves a file for the person. Returns where it is, as text for a message. */
  save(name: string, text: string): Promise<string>
  /**
   * Downloads a file that the engine made. Absent on the desktop, where the person chooses a path
   * instead.
   */
  download?(path: string, name: string): Promise<void>
  /** What the desktop shell can do and a browser cannot. */
  readonly desktop?: Desktop
}

export interface Desktop {
  state(): Promise<DesktopState>
  setAutostart(on: boolean): Promise<void>
  /** Opens the file manager. Only folders that the engine reported are allowed. */
  openFolder(path: string): Promise<void>
  /** Asks where to write a file. `undefined`: the person cancelled. */
  chooseFile(name: string): Promise<string | undefined>
  /** `undefined`: the person cancelled. */
  chooseFolder(): Promise<DesktopFile | undefined>
  /**
   * Like `upload`, with the file as the part `bundle` of the form. The shell reads the file, and
   * packs a folder before it sends anything.
   */
  uploadFile(
    offered: DesktopFile,
    path: string,
    form: FormData,
    options: UploadOptions,
  ): Promise<Response>
  /** Returns a function that ends it. */
  listen(onWord: (word: DesktopEvent) => void): () => void
  closeWindow(answer: CloseAnswer): void
}

let current: Transport | undefined

/** Called once at start-up, and by each test. */
export function setTransport(transport: Transport): void {
  current = transport
}

export function transport(): Transport {
  if (!current) throw new Error('setTransport was not called')
  return current
}
