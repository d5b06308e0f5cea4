export { apiReader } from './api-reader.ts'
export { readOpenOrders, readTimeZone } from './open-orders.ts'
export { serveWorklist } from './server.ts'
