import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { events } from '#client/resources/events/events.ts'
import { connection } from '#console/api/connection.ts'
import { newsQuery } from '#console/api/queries/notifications.ts'
import { queryKeys } from '#console/api/query-keys.ts'
import { newsTexts as texts } from '#console/texts/en/organisation/news.ts'
import { maxNews } from '#protocol/events.ts'
import './bell.css'

const loadList = () => import('./news-list.tsx')
const NewsList = lazy(async () => ({ default: (await loadList()).NewsList }))

/** What happened since the last visit: a number, and the list that it opens, which makes it seen. */
export function Bell() {
  const { data: news } = useQuery(newsQuery)
  const queryClient = useQueryClient()
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** What was new when the list was opened stays marked until it is closed. */
  const [seenUntil, setSeenUntil] = useState<number>()
  const see = useMutation({
    mutationFn: (until: number) => events(connection).seeNews(until),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.news }),
  })
  const unread = news?.unread ?? 0
  const isMore = unread >= maxNews
  const open = () => {
    setSeenUntil(news?.seenUntil)
    setOpen(true)
    const newest = news?.events[0]?.id
    if (newest !== undefined && unread > 0) see.mutate(newest)
  }
  return (
    <>
      <button
        ref={ref}
        type="button"
        className="button button-quiet button-icon bell"
        title={texts.title}
        aria-label={texts.bell(unread, isMore)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadList()}
        onFocus={() => void loadList()}
        onClick={open}
      >
        <BellIcon size={16} aria-hidden="true" />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {isMore ? `${unread}+` : unread}
          </span>
        )}
      </button>
      {news && seenUntil !== undefined && (
        <Suspense>
          <NewsList
            events={news.events}
            seenUntil={seenUntil}
            triggerRef={ref}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
