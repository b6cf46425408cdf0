package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var fields [][]byte
		for _, field := range strings.Fields(lines.Text()) {
			decoded, err := base64.StdEncoding.DecodeString(field[1:])
			if err != nil {
				panic(err)
			}
			fields = append(fields, decoded)
		}
		headers := http.Header{}
		for _, header := range fields[3:] {
			name, value, _ := strings.Cut(string(header), ": ")
			headers.Set(name, value)
		}
		now, _ := strconv.ParseInt(string(fields[1]), 10, 64)
		fmt.Println(VerifyWebhook(fields[2], headers, string(fields[0]), now))
	}
}
