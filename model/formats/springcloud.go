package formats

func (b *springBuilder) cloud() {}
