import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// React then shows what a test does before its next line looks.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

// A busy machine is slow: this ends what hangs, and is no budget.
configure({
  asyncUtilTimeout: 300_000,
  getElementError: (message) => new Error(message ?? 'There is no such element.'),
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.sessionStorage.clear()
  window.localStorage.clear()
})
