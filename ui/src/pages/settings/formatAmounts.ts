// Formats sizes and durations.

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const amount = bytes / 1000 ** step
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${bytes === 1 ? 'byte' : UNITS[step]}`
}

export function formatHours(hours: number): string {
  const [amount, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
