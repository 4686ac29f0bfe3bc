import { gte, major } from '#kit/text/versions.ts'

/** First LTS release and code name of each line; the Node project announces one each October. */
const lines: Record<number, { name: string; begins: string }> = {
  10: { name: 'dubnium', begins: '10.13.0' },
  12: { name: 'erbium', begins: '12.13.0' },
  14: { name: 'fermium', begins: '14.15.0' },
  16: { name: 'gallium', begins: '16.13.0' },
  18: { name: 'hydrogen', begins: '18.12.0' },
  20: { name: 'iron', begins: '20.9.0' },
  22: { name: 'jod', begins: '22.11.0' },
  24: { name: 'krypton', begins: '24.11.0' },
}

export const longTermNames: readonly string[] = Object.values(lines).map(({ name }) => name)

/** Whether a release has long-term support, and belongs to the line with this name if one is given. */
export function isLongTermSupport(version: string, name?: string): boolean {
  const line = lines[major(version)]
  return line !== undefined && gte(version, line.begins) && (name ?? line.name) === line.name
}
