// States are compared as text, so their names are in order.

/** An object with its names in order. */
export const sorted = (state) =>
  Object.fromEntries(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)))
