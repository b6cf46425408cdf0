<?php
require __DIR__ . '/../../../docs/webhook-verification/verify.php';

while (($line = fgets(STDIN)) !== false) {
    $fields = array_map(fn ($field) => base64_decode(substr($field, 1)), explode(' ', trim($line)));
    $headers = [];
    foreach (array_slice($fields, 3) as $header) {
        [$name, $value] = explode(': ', $header, 2);
        $headers[$name] = $value;
    }
    echo verifyWebhook($fields[2], $headers, $fields[0], (int) $fields[1]) ? 'true' : 'false', "\n";
}
