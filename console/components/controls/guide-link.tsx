import { BookOpen } from 'lucide-react'
import { type Guide, guidePath } from '#console/navigation/guides.ts'
import { componentTexts as texts } from '#console/texts/en/components.ts'
import './guide-link.css'

interface GuideLinkProps {
  guide: Guide
  /** What it explains: the title that it stands beside. */
  about: string
}

/** Leads to what the documentation says about something, in a tab of its own. */
export function GuideLink({ guide, about }: GuideLinkProps) {
  return (
    <a
      className="guide-link"
      href={guidePath(guide)}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.guideAbout(about)}
    >
      <BookOpen size={14} aria-hidden="true" />
      {texts.guide}
    </a>
  )
}
