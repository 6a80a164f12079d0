/**
 * Makes Object.prototype unchangeable, so that no script can give every object a property. Its
 * methods become accessors that an object or a class may still override for itself by assignment
 * (the terminal does); a plain `Object.freeze` would refuse that.
 */
export function freezePrototype(): void {
  const shared = Object.prototype
  for (const [name, { value, writable }] of Object.entries(
    Object.getOwnPropertyDescriptors(shared),
  )) {
    if (!writable) continue
    Object.defineProperty(shared, name, {
      get: (): unknown => value,
      set(this: object, own: unknown) {
        if (this === shared) throw new TypeError(`Object.prototype.${name} cannot be changed`)
        Object.defineProperty(this, name, {
          value: own,
          writable: true,
          enumerable: true,
          configurable: true,
        })
      },
      enumerable: false,
    })
  }
  Object.freeze(shared)
}
