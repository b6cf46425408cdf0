export { checkout } from './checkout.ts';
export { signInMail } from './sign-in-mail.ts';
export { webhookDelivery } from './webhook-delivery.ts';
