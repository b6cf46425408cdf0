<?php
// PHP 8 or newer. $rawBody is file_get_contents('php://input'); header names are in lower case.

const TOLERANCE_SECONDS = 300;

/** True when the service sent exactly these bytes within the last five minutes. */
function verifyWebhook(string $rawBody, array $headers, string $secret, ?int $now = null): bool
{
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!preg_match('/^[0-9]{1,18}$/D', $timestamp) || abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }

    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $standard = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    // While a secret is being changed there are several, with spaces between them.
    $found = false;
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        $found = hash_equals($standard, $given) || $found;
    }
    return $found;
}
