import { wrongAnswers } from './wrong-answers.ts'
import { wrongListeners } from './wrong-authentication.ts'
import { wrongCompletions } from './wrong-completions.ts'
import { wrongMemories } from './wrong-memories.ts'
import { wrongPanels } from './wrong-panels.ts'
import type { WrongProvider } from './wrong-provider.ts'
import { wrongSignatures } from './wrong-signatures.ts'

/** Providers with one fault each. */
export const wrongProviders: readonly WrongProvider[] = [
  ...wrongListeners,
  ...wrongAnswers,
  ...wrongMemories,
  ...wrongSignatures,
  ...wrongPanels,
  ...wrongCompletions,
]
