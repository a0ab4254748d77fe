import Testing

@testable import Export

/// In which order packets of several tracks are written.
@Suite struct PacketOrderTests {
    /// Names the packets in the order in which they are written, when all are there: by track, and the number in it.
    private func order(_ tracks: [[PacketOrder.Entry]]) -> [String] {
        var order = PacketOrder(tracks: tracks.count)
        for (number, entries) in tracks.enumerated() {
            for entry in entries { order.add(entry, to: number) }
            order.finish(number)
        }
        var written = tracks.map { _ in 0 }
        var names: [String] = []
        while let track = order.next() {
            names.append("\(track).\(written[track])")
            written[track] += 1
        }
        return names
    }

    private func entry(_ time: Double, at offset: Int64? = nil, of input: Int = 0) -> PacketOrder.Entry {
        PacketOrder.Entry(time: time, place: offset.map { PacketOrder.Place(input: input, offset: $0) })
    }

    @Test func `What was made is ordered by time`() {
        #expect(order([[entry(0), entry(0.2)], [entry(0.1), entry(0.3)]]) == ["0.0", "1.0", "0.1", "1.1"])
    }

    @Test func `What is copied keeps the order of its source`() {
        let frames = [entry(0, at: 100), entry(0.1, at: 200), entry(0.2, at: 300)]
        let audio = [entry(0, at: 400), entry(0.05, at: 500)]
        #expect(order([frames, audio]) == ["0.0", "0.1", "0.2", "1.0", "1.1"])
        #expect(order([audio, frames]) == ["1.0", "1.1", "1.2", "0.0", "0.1"])
    }

    @Test func `But no packet comes a second too early`() {
        let frames = [entry(0, at: 100), entry(0.9, at: 200), entry(1.8, at: 300)]
        let audio = [entry(0, at: 400), entry(1, at: 500)]
        #expect(order([frames, audio]) == ["0.0", "0.1", "1.0", "0.2", "1.1"])
    }

    @Test func `Places in different files say nothing of one another`() {
        let frames = [entry(0, at: 900), entry(0.2, at: 950)]
        #expect(order([frames, [entry(0.1, at: 100, of: 1)]]) == ["0.0", "1.0", "0.1"])
    }

    @Test func `A packet that was made stands where its time is`() {
        let frames = [entry(0, at: 100), entry(0.2, at: 200)]
        #expect(order([frames, [entry(0.1)]]) == ["0.0", "1.0", "0.1"])
    }

    @Test func `A track of which nothing is there is waited for, but not for ever`() {
        var order = PacketOrder(tracks: 2)
        order.add(entry(0), to: 0)
        #expect(order.next() == nil)
        order.add(entry(1.9), to: 0)
        #expect(order.next() == nil)
        // By now the gate has seen that the other one is beyond the first packet.
        order.add(entry(2), to: 0)
        #expect(order.next() == 0)
        #expect(order.next() == nil)
        order.finish(1)
        #expect(order.next() == 0)
        #expect(order.next() == 0)
        #expect(order.next() == nil)
    }
}
