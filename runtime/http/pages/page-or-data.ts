import type { RouteHandler } from '../api.js';
import { isForm } from '../body/form-body.js';
import { wantsPage } from './is-for-people.js';

/** An address of a mailed link: browsers get the page that asks first, API clients the data. */
export function pageOr(page: RouteHandler, data: RouteHandler): RouteHandler {
  return function pageOrData(request, service) {
    return wantsPage(request) ? page(request, service) : data(request, service);
  };
}

/** The same for writes: forms of browsers, JSON of API clients. */
export function formOr(form: RouteHandler, data: RouteHandler): RouteHandler {
  return function formOrData(request, service) {
    return isForm(request.header('content-type')) ? form(request, service) : data(request, service);
  };
}
