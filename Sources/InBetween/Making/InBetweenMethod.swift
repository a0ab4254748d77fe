/// A way to make pictures between two others. What it makes depends on nothing but the pictures that it was given, in their order.
package protocol InBetweenMethod: Sendable {
    /// Whether it makes use of the picture after both.
    var looksAhead: Bool { get }

    /// Goes to the next two pictures.
    ///
    /// - Parameters:
    ///   - first: The earlier one. Where it is the second one of the pair before, to be the same value lets a method know that.
    ///   - second: The later one.
    ///   - duration: How long it is from one to the other, in a unit that is the same for all pairs.
    ///   - next: What comes after both; `nil` where nothing does, or where it is not known. If it is to be the second one of the next
    ///     pair, to be the same value lets a method know that.
    /// - Returns: Whether the second one goes on with what the first one shows. Where it does not, nothing is to be made.
    mutating func begin(
        _ first: Picture,
        _ second: Picture,
        lasting duration: Int,
        then next: NextPicture?
    ) -> Bool

    /// Lets go of the pictures: nothing is to be made between them any more.
    mutating func end()

    /// Makes the picture at an instant between the two.
    ///
    /// - Parameters:
    ///   - instant: How far it is from the first to the second, in 65,536ths.
    ///   - address: Gives the address of a row of a component, to which samples are written, in one byte or two, as the pictures'
    ///     format says. It is called on several threads.
    @unsafe func make(
        at instant: Int,
        _ address: @Sendable (_ component: Int, _ row: Int) -> UnsafeMutableRawPointer
    )
}

extension InBetweenMethod {
    /// All of the way between two pictures.
    package static var whole: Int { 65536 }
}

/// The picture that comes after two others.
package struct NextPicture: Sendable {
    let picture: Picture
    /// How long it is from the one before it, in the unit of the pairs.
    let duration: Int

    /// - Parameters:
    ///   - picture: The picture.
    ///   - duration: How long it is from the one before it, in a unit that is the same for all pairs.
    package init(picture: Picture, duration: Int) { (self.picture, self.duration) = (picture, duration) }
}
