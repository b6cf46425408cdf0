package main

// maxLines is the number of lines that a cart of the load program has at most.
const maxLines = 4

// The merchant fee of a new organization.
const feeBps = 200

// pot is the cashback of a line for this quantity, rounded down.
func (line Line) pot(qty int64) int64 { return line.Price * qty * line.RateBps / 10_000 }

func (cart *Cart) cashback() int64 {
	sum := int64(0)
	for _, line := range cart.Lines {
		sum += line.pot(line.Qty)
	}
	return sum
}

func (cart *Cart) goods() int64 {
	sum := int64(0)
	for _, line := range cart.Lines {
		sum += line.Price * line.Qty
	}
	return sum
}

// fee is the merchant fee: of the total without tax and cashback, rounded down.
func (cart *Cart) fee() int64 { return (cart.Total - cart.Tax - cart.cashback()) * feeBps / 10_000 }

// net is what a capture adds to the merchant's balance.
func (cart *Cart) net() int64 { return cart.Total - cart.fee() - cart.cashback() }

// refund is the result of one return. The merchant pays `amount` minus `cut`.
type refund struct{ amount, cut int64 }

// returned counts what earlier returns took back of each line, and gave back of shipping and tax.
type returned struct {
	qty           [maxLines]int64
	shipping, tax int64
}

// giveBack is what returning these items does after earlier returns; false when less than that is left.
// Every line of these carts has a product of its own, and no line is free.
func (cart *Cart) giveBack(before returned, items []Item) (returned, refund, bool) {
	after, result, any := before, refund{}, false
	for index, line := range cart.Lines {
		qty := wanted(line, line.Qty-before.qty[index], items)
		if qty == 0 {
			continue
		}
		if qty > line.Qty-before.qty[index] {
			return before, refund{}, false
		}
		any = true
		after.qty[index] += qty
		result.amount += line.Price * qty
		result.cut += line.pot(line.Qty-before.qty[index]) - line.pot(line.Qty-after.qty[index])
	}
	if !any {
		return before, refund{}, false
	}
	goodsBack := int64(0)
	for index, line := range cart.Lines {
		goodsBack += line.Price * after.qty[index]
	}
	after.shipping = cart.Shipping * goodsBack / cart.goods()
	after.tax = cart.Tax * goodsBack / cart.goods()
	result.amount += after.shipping - before.shipping + after.tax - before.tax
	return after, result, true
}

func wanted(line Line, left int64, items []Item) int64 {
	if items == nil {
		return left
	}
	sum := int64(0)
	for _, item := range items {
		if item.Product == line.Product {
			sum += item.Qty
		}
	}
	return sum
}
