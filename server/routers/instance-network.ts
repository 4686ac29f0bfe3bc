/** Port on which instances accept the connections of their TCP redirections. */
export const instanceTcpPort = 4040

/**
 * Whether port 4040 of this host is that of one instance. Instances without a network of their own share the address of
 * the machine, where it could be anybody's.
 */
export const hasOwnNetwork = (host: string): boolean => host !== '127.0.0.1' && host !== '::1'
