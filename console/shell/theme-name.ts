/** How the reader wants colours: as the system has them, or always light or dark. */
export type Theme = 'system' | 'light' | 'dark'
