import { useNavigate } from '@tanstack/react-router'
import {
  BellRing,
  CircleCheck,
  CircleX,
  type LucideIcon,
  Receipt,
  ShieldCheck,
  Users,
} from 'lucide-react'
import type { RefObject } from 'react'
import { Dialog, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import type { EventRecord } from '#client/resources/events/events.ts'
import { ButtonLink } from '#console/components/controls/button.tsx'
import { RelativeTime } from '#console/components/display/relative-time.tsx'
import { addressOf } from '#console/navigation/addresses.ts'
import { useOwners } from '#console/navigation/use-owner.ts'
import { newsTexts as texts } from '#console/texts/en/organisation/news.ts'
import type { NewsKind } from '#protocol/events.ts'
import { type NewsEntry, newsEntry } from './news-entry.ts'
import '#console/components/overlays/popover.css'
import '#console/components/overlays/dialog.css'
import './news-list.css'

interface NewsListProps {
  events: readonly EventRecord[]
  /** Later ones are new. */
  seenUntil: number
  triggerRef: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose(): void
}

const icons: Readonly<Record<NewsKind, LucideIcon>> = {
  deployment: CircleCheck,
  failure: CircleX,
  alert: BellRing,
  certificate: ShieldCheck,
  invoice: Receipt,
  member: Users,
}

/** What happened lately, newest first; each leads to where one sees more. */
export function NewsList({ events, seenUntil, triggerRef, isOpen, onClose }: NewsListProps) {
  const navigate = useNavigate()
  const { owners, current } = useOwners()
  const entries = events.flatMap((event) => newsEntry(event) ?? [])
  const nameOf = (ownerId: string) =>
    owners.length > 1 ? owners.find(({ id }) => id === ownerId)?.name : undefined
  return (
    <Popover
      className="popover news-list"
      triggerRef={triggerRef}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      placement="bottom end"
    >
      <Dialog aria-label={texts.title} className="dialog">
        <h2>{texts.title}</h2>
        {entries.length === 0 ? (
          <p className="news-empty">
            <strong>{texts.empty}</strong>
            <br />
            {texts.emptyHelp}
          </p>
        ) : (
          <ListBox
            aria-label={texts.title}
            items={entries}
            dependencies={[seenUntil]}
            selectionMode="none"
            autoFocus="first"
            onAction={(key) => {
              const entry = entries.find(({ id }) => id === key)
              onClose()
              if (entry) void navigate(entry.to)
            }}
          >
            {(entry) => (
              <ListBoxItem id={entry.id} textValue={entry.sentence} className="list-item news-item">
                <Line entry={entry} isNew={entry.id > seenUntil} owner={nameOf(entry.ownerId)} />
              </ListBoxItem>
            )}
          </ListBox>
        )}
        {current && (
          <ButtonLink to={addressOf.owner(current.id, 'webhooks')} kind="quiet" size="small">
            {texts.settings}
          </ButtonLink>
        )}
      </Dialog>
    </Popover>
  )
}

interface LineProps {
  entry: NewsEntry
  isNew: boolean
  owner: string | undefined
}

function Line({ entry, isNew, owner }: LineProps) {
  const Icon = icons[entry.kind]
  return (
    <>
      <Icon size={16} aria-hidden="true" className={entry.isWrong ? 'news-wrong' : 'news-good'} />
      <span className="news-words">
        <span className={isNew ? 'news-new' : undefined}>
          {entry.sentence}
          {isNew && <span className="news-dot">{texts.unread}</span>}
        </span>
        {entry.detail && <small className="news-detail">{entry.detail}</small>}
        <small>
          {owner && `${owner}, `}
          <RelativeTime date={entry.date} />
        </small>
      </span>
    </>
  )
}
