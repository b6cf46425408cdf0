// Go 1.20 or newer. rawBody is the request's body before anything parsed it.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

// VerifyWebhook is true when the service sent exactly these bytes within five minutes of now, in seconds since 1970.
func VerifyWebhook(rawBody []byte, headers http.Header, secret string, now int64) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	at, err := strconv.ParseUint(timestamp, 10, 62)
	if err != nil || now-int64(at) > toleranceSeconds || int64(at)-now > toleranceSeconds {
		return false
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	standard := "v1," + base64.StdEncoding.EncodeToString(sign(key, []byte(id+"."+timestamp+"."), rawBody))
	// While a secret is being changed there are several, with spaces between them.
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if same(given, standard) {
			return true
		}
	}
	return false
}

func sign(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

func same(given, due string) bool {
	return hmac.Equal([]byte(given), []byte(due))
}
