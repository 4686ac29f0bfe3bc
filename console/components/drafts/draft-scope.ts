import { createContext } from 'react'
import { windowDrafts } from './draft-registry.ts'

/** The registry that a form reports its draft to; a dialog has its own. */
export const DraftScope = createContext(windowDrafts)
