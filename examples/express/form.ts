import express, { type Request as PageRequest, type RequestHandler } from 'express';

/** Middleware: receives a form with a file, which browsers send as `multipart/form-data`. */
export const receiveForm: RequestHandler = express.raw({ type: 'multipart/form-data', limit: '6mb' });

/** The fields of a form that `receiveForm` has received. */
export function formOf(request: PageRequest): Promise<FormData> {
  const headers = { 'content-type': request.get('content-type') ?? '' };
  return new Response(request.body, { headers }).formData();
}
