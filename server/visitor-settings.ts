import { port, setting } from '#kit/setting-kinds.ts'

const optionalPort = (text: string) => (text === '' ? undefined : port(text))

/** Where visitors come in, as links to applications name it. */
export const visitorSettings = {
  publicHttpPort: setting(
    'BERTH_PUBLIC_HTTP_PORT',
    '',
    optionalPort,
    'port of applications in links, HTTP: 80 behind a proxy; BERTH_HTTP_PORT when empty',
  ),
  publicHttpsPort: setting(
    'BERTH_PUBLIC_HTTPS_PORT',
    '',
    optionalPort,
    'the same for HTTPS: 443 behind a proxy; BERTH_HTTPS_PORT when empty',
  ),
} as const
