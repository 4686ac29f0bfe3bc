/** Variables in the format of systemd's `EnvironmentFile`, a line each. */
export function parseSettingsFile(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([A-Za-z_]\w*)=(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, unquoted(value)]]
  })
  return Object.fromEntries(lines)
}

function unquoted(value: string): string {
  const [, single] = /^'(.*)'$/.exec(value) ?? []
  if (single !== undefined) return single
  const [, double] = /^"(.*)"$/.exec(value) ?? []
  return double === undefined ? value.replace(/\\(.)/g, '$1') : double.replace(/\\(["\\$`])/g, '$1')
}
