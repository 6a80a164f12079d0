import type { Command } from '#ui/shell/commands'
import { say } from '#ui/lib/say'

/** The command that opens again what is no longer watched, such as a browser that was closed. */
export const reopenCommand = (run: () => void): Command => ({
  id: 'reopen-watched',
  label: say('Reopen what was closed'),
  group: 'Watching',
  keys: 'm r',
  words: say('browser window again'),
  run,
})
