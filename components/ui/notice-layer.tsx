'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { noNotices, shownNotices, watchNotices } from './notices'

// Most pages are left without a single one.
const NoticeList = lazy(() => import('./notice-list').then(({ NoticeList: loaded }) => ({ default: loaded })))

/**
 * The corner for notices. What is said aloud is there from the beginning: a region that comes with its words is not heard by
 * every screen reader.
 */
export function NoticeLayer() {
  const notices = useSyncExternalStore(watchNotices, shownNotices, noNotices)
  const spoken = (isError: boolean) =>
    notices.filter(({ tone }) => (tone === 'bad') === isError).map(({ id, text }) => <p key={id}>{text}</p>)
  return (
    <>
      <div role="status" className="sr-only">
        {spoken(false)}
      </div>
      <div role="alert" className="sr-only">
        {spoken(true)}
      </div>
      {notices.length > 0 && (
        <Suspense>
          <NoticeList notices={notices} />
        </Suspense>
      )}
    </>
  )
}
