/** One colour a phase, in the order of the story. Light, so that black text is legible on each. */
export const phaseColours = [
  { fill: '#e8f1fb', line: '#4a7fb5' },
  { fill: '#e9f6ec', line: '#4d9a63' },
  { fill: '#fdf3df', line: '#c08a2b' },
  { fill: '#f3ecfa', line: '#8560ad' },
  { fill: '#fdeceb', line: '#c0564d' },
  { fill: '#eeeeee', line: '#7a7a7a' },
] as const
