/** As `Promise.all`, but when one of them fails, it is told only after the others have ended too. */
export async function allSettled<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
