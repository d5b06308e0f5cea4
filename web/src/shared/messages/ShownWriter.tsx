import { lazy, Suspense } from 'react'
import { endWriting, useAddressee } from './writing.ts'

// Loaded when somebody writes.
const MessageWriter = lazy(async () => ({ default: (await import('./MessageWriter.tsx')).MessageWriter }))

/** The message that is being written, over whatever page. */
export const ShownWriter = () => {
  const addressee = useAddressee()
  return addressee === undefined ? null : (
    <Suspense>
      <MessageWriter addressee={addressee} onClose={endWriting} />
    </Suspense>
  )
}
