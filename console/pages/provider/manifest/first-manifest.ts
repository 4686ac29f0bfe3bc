const secretBytes = 32

/** A random text of lower-case hexadecimal digits. */
const newSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(secretBytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A manifest to begin with: everything that is needed, and secrets that nobody else has. */
export function firstManifest(): string {
  const urls = {
    base_url: 'https://addon.example.com/resources',
    sso_url: 'https://addon.example.com/sso',
  }
  const manifest = {
    id: 'my-addon',
    name: 'My add-on',
    api: {
      config_vars: ['MY_ADDON_URL'],
      password: newSecret(),
      sso_salt: newSecret(),
      regions: ['eu'],
      production: urls,
      test: urls,
    },
  }
  return JSON.stringify(manifest, null, 2)
}

/** The value of a JSON text; `undefined` while it is none. */
export function parseManifest(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
