/**
 * An object that is the model in everything but the given properties: getters, private fields, further properties, its
 * class. The model itself stays as it is.
 */
export function delegateModel<M extends object>(model: M, own: ReadonlyMap<PropertyKey, unknown>): M {
  const methods = new WeakMap<object, unknown>()
  // Not the model itself: a frozen one would forbid that a property reads differently.
  const shell: M = Object.create(Object.getPrototypeOf(model))
  const delegate: M = new Proxy(shell, {
    get: (_, key) => {
      if (own.has(key)) return own.get(key)
      const value: unknown = Reflect.get(model, key, model)
      return typeof value === 'function' ? methodOf(value) : value
    },
    set: (_, key, value) => !own.has(key) && Reflect.set(model, key, value, model),
    has: (_, key) => own.has(key) || Reflect.has(model, key),
    ownKeys: () => Reflect.ownKeys(model),
    getOwnPropertyDescriptor: (_, key) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(model, key)
      return descriptor && { ...descriptor, configurable: true }
    },
  })
  return delegate

  // A method that is called on the delegate runs on the model, whose private fields the delegate doesn't have.
  function methodOf(method: object): unknown {
    const known = methods.get(method)
    if (known) return known
    const forwarding = new Proxy(method, {
      apply: (target, self, values) =>
        // Only a function's proxy is ever applied.
        Reflect.apply(target as () => unknown, self === delegate ? model : self, values),
    })
    methods.set(method, forwarding)
    return forwarding
  }
}
