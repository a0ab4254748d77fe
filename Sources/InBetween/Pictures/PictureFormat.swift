/// The size of a picture, and how its samples are stored.
package struct PictureFormat: Hashable, Sendable {
    /// In samples of the first component.
    package let width: Int
    package let height: Int
    /// Bits of a sample, 8 to 16.
    package let bits: Int
    /// How many components there are: one, or three.
    package let components: Int
    /// How often the width of the second and third component is halved.
    package let horizontalShift: Int
    /// How often their height is halved.
    package let verticalShift: Int
    /// The component in which motion is looked for.
    package let leading: Int

    package init(
        width: Int,
        height: Int,
        bits: Int,
        components: Int,
        horizontalShift: Int,
        verticalShift: Int,
        leading: Int = 0
    ) {
        (self.width, self.height, self.bits, self.components) = (width, height, bits, components)
        (self.horizontalShift, self.verticalShift, self.leading) = (horizontalShift, verticalShift, leading)
    }

    /// How often a component's width and height are halved.
    func shifts(of component: Int) -> (x: Int, y: Int) { component == 0 ? (0, 0) : (horizontalShift, verticalShift) }

    /// The width and height of a component.
    package func size(of component: Int) -> (width: Int, height: Int) {
        let shifts = shifts(of: component)
        return ((width + (1 << shifts.x) - 1) >> shifts.x, (height + (1 << shifts.y) - 1) >> shifts.y)
    }

    /// Bits beyond 14, which pictures made in between do not have.
    var excess: Int { max(0, bits - 14) }
}
