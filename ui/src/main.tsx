import './freeze'
import '@fontsource-variable/inter/wght.css'
import '@fontsource/jetbrains-mono/latin-400.css'
import '@fontsource/jetbrains-mono/latin-600.css'
import './styles/tokens.css'
import './styles/base.css'
import { loadLanguage } from './lib/language'
import { applyLook, rememberedLook } from './lib/look'
import { applyTheme, rememberedTheme } from './shell/theme'

applyTheme(rememberedTheme())
applyLook(rememberedLook())
await loadLanguage()
const { start } = await import('./app/start')
start()
