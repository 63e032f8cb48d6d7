/**
 * A copy deep enough that editing it can't reach the host's object. Class instances keep their class, binary data, URLs
 * and dates are copied, cycles stay cycles, an own accessor becomes the value that it gives now.
 *
 * Functions, blobs, promises and other objects that keep their state outside their properties are shared, not copied.
 */
export function copyMessage<M>(message: M): M {
  return copyValue(message, new Map()) as M // a copy has the type of what it copies
}

function copyValue(value: unknown, copies: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = copies.get(value)
  if (known !== undefined) return known
  const copy = copyBuiltIn(value) ?? copyContainer(value, copies)
  copies.set(value, copy)
  return copy
}

// Built-in classes whose content is not in their properties.
function copyBuiltIn(value: object): object | undefined {
  if (ArrayBuffer.isView(value)) return copyView(value)
  if (value instanceof URL) return new URL(value.href)
  if (value instanceof Date) return new Date(value.getTime())
  if (value instanceof RegExp) return new RegExp(value)
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (value instanceof Blob || value instanceof Promise || value instanceof ReadableStream) return value
  return undefined
}

function copyView(view: ArrayBufferView): ArrayBufferView {
  if (view instanceof DataView) {
    return new DataView(view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength))
  }
  // Not the view's own `slice`: a Buffer's shares its memory.
  return Uint8Array.prototype.slice.call(view)
}

function copyContainer(value: object, copies: Map<object, unknown>): object {
  if (value instanceof Map) {
    const copy = new Map()
    copies.set(value, copy)
    for (const [key, item] of value) copy.set(copyValue(key, copies), copyValue(item, copies))
    return copy
  }
  if (value instanceof Set) {
    const copy = new Set()
    copies.set(value, copy)
    for (const item of value) copy.add(copyValue(item, copies))
    return copy
  }
  const copy = Array.isArray(value) ? new Array(value.length) : Object.create(Object.getPrototypeOf(value))
  copies.set(value, copy)
  for (const key of Reflect.ownKeys(value)) {
    if (key === 'length' && Array.isArray(value)) continue
    // Defined, not assigned: neither a key `__proto__` nor a setter of the class is to run.
    Object.defineProperty(copy, key, {
      value: copyValue(Reflect.get(value, key), copies),
      enumerable: Object.prototype.propertyIsEnumerable.call(value, key),
      writable: true,
      configurable: true,
    })
  }
  return copy
}
