import './freeze'
import { createRoot } from 'react-dom/client'
import '@fontsource-variable/inter/wght.css'
import '@fontsource/jetbrains-mono/latin-400.css'
import '@fontsource/jetbrains-mono/latin-600.css'
import './styles/tokens.css'
import './styles/base.css'
import { App } from './app/App'
import { makeRouter } from './app/router'
import { showErrorToast } from './app/showErrorToast'
import { applyLook, rememberedLook } from './lib/look'
import { applyTheme, rememberedTheme } from './shell/theme'
import { httpTransport, takeToken } from './backend/http'
import { makeQueryClient } from './backend/queryClient'
import { setTransport } from './backend/transport'
import { inWindow, windowTransport } from './backend/window'

applyTheme(rememberedTheme())
applyLook(rememberedLook())
setTransport(
  inWindow()
    ? windowTransport()
    : httpTransport(takeToken(window.location, window.history, window.sessionStorage)),
)

const client = makeQueryClient(showErrorToast)
const root = document.getElementById('root')
if (root) createRoot(root).render(<App client={client} router={makeRouter()} />)
