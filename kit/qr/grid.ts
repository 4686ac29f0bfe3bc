/** The squares of a code while it is drawn. */
export interface Grid {
  size: number
  isDark(x: number, y: number): boolean
  /** Draws a square that belongs to a pattern: neither bytes nor masks touch it. */
  fix(x: number, y: number, isDark: boolean): void
  isFixed(x: number, y: number): boolean
  set(x: number, y: number, isDark: boolean): void
  copy(): Grid
}

export function createGrid(
  size: number,
  squares = new Uint8Array(size * size),
  fixed = new Uint8Array(size * size),
): Grid {
  const set = (x: number, y: number, isDark: boolean) => {
    squares[y * size + x] = isDark ? 1 : 0
  }
  return {
    size,
    set,
    isDark: (x, y) => squares[y * size + x] === 1,
    isFixed: (x, y) => fixed[y * size + x] === 1,
    fix(x, y, isDark) {
      if (x < 0 || y < 0 || x >= size || y >= size) return
      set(x, y, isDark)
      fixed[y * size + x] = 1
    },
    copy: () => createGrid(size, squares.slice(), fixed),
  }
}
