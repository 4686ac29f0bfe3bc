/** Whether the host of a URL can only be this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(([a-z0-9-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
