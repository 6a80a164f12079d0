import type { Command } from '#ui/shell/commands'

/** The command that opens again what is no longer watched, such as a browser that was closed. */
export const reopenCommand = (run: () => void): Command => ({
  id: 'reopen-watched',
  label: 'Reopen what was closed',
  group: 'Watching',
  keys: 'm r',
  words: 'browser window again',
  run,
})
