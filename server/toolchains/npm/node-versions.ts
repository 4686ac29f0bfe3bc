import { toolVersions } from './catalogue.ts'

/** The releases of Node that the catalogue knows for a processor, in Node's word for it; oldest first. */
export const nodeVersions = (arch?: string): readonly string[] => toolVersions('node', arch)
