// Starts the app. `main.tsx` imports it after the language is loaded, because importing it
// translates the constants of its modules.

import { createRoot } from 'react-dom/client'
import { httpTransport, takeToken } from '#ui/backend/http'
import { makeQueryClient } from '#ui/backend/queryClient'
import { setTransport } from '#ui/backend/transport'
import { inWindow, windowTransport } from '#ui/backend/window'
import { App } from './App'
import { makeRouter } from './router'
import { showErrorToast } from './showErrorToast'

export function start(): void {
  setTransport(
    inWindow()
      ? windowTransport()
      : httpTransport(takeToken(window.location, window.history, window.sessionStorage)),
  )
  const client = makeQueryClient(showErrorToast)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App client={client} router={makeRouter()} />)
}
