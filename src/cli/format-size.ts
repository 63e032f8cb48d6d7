const units = ['KiB', 'MiB', 'GiB'] as const

/** A size for people: whole bytes below 1 KiB, else one decimal at most. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  let count = bytes / 1024
  let unit = 0
  while (count >= 1024 && unit < units.length - 1) {
    count /= 1024
    unit += 1
  }
  return `${count.toFixed(1).replace(/\.0$/, '')} ${units[unit]}`
}
