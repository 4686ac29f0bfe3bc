/** Programs that are built from a module of the Go proxy, by the names of their tools. The package at the top of each is the program. */
export const goPrograms: Readonly<Record<string, string>> = {
  'oauth2-proxy': 'github.com/oauth2-proxy/oauth2-proxy/v7',
}
