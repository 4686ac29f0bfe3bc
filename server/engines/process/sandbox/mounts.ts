/** Options of bubblewrap. */
export const readOnly = (from: string, to: string): string[] => ['--ro-bind', from, to]
export const writable = (from: string, to: string): string[] => ['--bind', from, to]
