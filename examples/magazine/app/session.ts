'use server';
import { redirect } from 'next/navigation';
import { cms } from '../lib/cms';

export async function logOut(): Promise<void> {
  await cms().auth.logout();
  redirect('/');
}
