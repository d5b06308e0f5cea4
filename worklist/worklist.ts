export { openApi } from './open-api.ts'
export { readOpenOrders, readTimeZone } from './open-orders.ts'
export { serveWorklist } from './server.ts'
