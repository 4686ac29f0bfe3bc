import shipped from './catalogue.json' with { type: 'json' }
import type { ToolCatalogue, ToolFile } from './catalogue.ts'

/** The catalogue that comes with this version of the platform, for both architectures; a test compares the file with the schema. */
export const shippedCatalogue = shipped as unknown as ToolCatalogue

/** What a version of a tool from a Maven repository is made of; only the shipped catalogue knows. */
export const filesOf =
  (name: string) =>
  (version: string): readonly ToolFile[] | undefined =>
    new Map(Object.entries(shippedCatalogue.tools[name]?.files ?? {})).get(version)
