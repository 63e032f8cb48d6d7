const names = new WeakMap<object, string>()

/** Gives a workbench the id of its assembly, so that who inspects the charts can join their frames to the events. */
export function nameAssembly(workbench: object, assemblyId: string): void {
  names.set(workbench, assemblyId)
}

export function assemblyNameOf(workbench: object): string | undefined {
  return names.get(workbench)
}
