// The day of a task that writes the date of its run.

/** Today in the time zone of this machine, such as `2031-04-09`. */
export const today = () => {
  const now = new Date()
  const two = (number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
