import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ManifestCheck as Check } from '#client/resources/marketplace/providers.ts'
import { providerTexts } from '#console/texts/en/provider.ts'
import { parseManifest } from './first-manifest.ts'
import './manifest-check.css'

const texts = providerTexts.manifest

/** What is wrong with a manifest, below its editor. */
export function ManifestCheck({ text, check }: { text: string; check: Check | undefined }) {
  if (parseManifest(text) === undefined)
    return (
      <output className="manifest-problem manifest-problem-error">
        <CircleAlert size={16} aria-hidden="true" />
        {texts.notJson}
      </output>
    )
  if (!check) return <output className="muted small">{texts.checking}</output>
  return (
    <output className="manifest-check">
      {check.valid && (
        <span className="manifest-problem manifest-problem-valid">
          <CircleCheck size={16} aria-hidden="true" />
          {texts.valid}
        </span>
      )}
      {check.problems.map(({ path, sentence, severity }) => {
        const Icon = severity === 'error' ? CircleAlert : TriangleAlert
        return (
          <span
            key={`${path} ${sentence}`}
            className={`manifest-problem manifest-problem-${severity}`}
          >
            <Icon size={16} aria-hidden="true" />
            <span>
              <span className="visually-hidden">{texts[severity]} </span>
              <code>{path || texts.wholeDocument}</code> {sentence}
            </span>
          </span>
        )
      })}
    </output>
  )
}
